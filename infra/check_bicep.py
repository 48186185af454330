"""Check Bicep files without Azure: syntax, and that what names another declaration finds it.

Stands in for `bicep build` where that cannot be installed. It knows functions by name and what
kind of value modules take, and does not know resource types.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import tree_sitter_bicep
from tree_sitter import Language, Node, Parser

FOLDER = Path(__file__).parent
_PARSER = Parser(Language(tree_sitter_bicep.language()))
_DECLARATIONS = {
    "parameter": "parameter_declaration",
    "variable": "variable_declaration",
    "resource": "resource_declaration",
    "module": "module_declaration",
    "output": "output_declaration",
    "metadata": "metadata_declaration",
}
_LITERALS = {
    "string": "string",
    "number": "int",
    "boolean": "bool",
    "array": "array",
    "object": "object",
}
_GIVES = {
    "bool": ("contains", "empty"),
    "string": (
        *("guid", "join", "loadTextContent", "replace", "resourceId", "string"),
        *("subscriptionResourceId", "toLower", "uniqueString", "utcNow"),
    ),
    "array": ("concat", "items", "split"),
    "object": ("environment", "resourceGroup", "subscription", "tenant", "union"),
}
"""Functions that the files may call, by the kind of what they return."""
_DECORATORS = frozenset(
    ("allowed", "description", "maxLength", "maxValue", "metadata", "minLength", "minValue")
) | {"onlyIfNotExists", "secure"}
_FUNCTIONS = {name: kind for kind, names in _GIVES.items() for name in names}


def parse(path: Path) -> Node:
    """Return the root of the file's syntax tree; broken places are ERROR or missing nodes."""
    return _PARSER.parse(path.read_bytes()).root_node


def text(node: Node) -> str:
    """Return the source a node covers."""
    return (node.text or b"").decode()


def descendants(node: Node) -> Iterator[Node]:
    """Yield the node and everything below it, parents first."""
    yield node
    for child in node.children:
        yield from descendants(child)


def declarations(root: Node, kind: str) -> dict[str, Node]:
    """Return the declarations of a kind (`parameter`, `module`, ...) by name."""
    return {text(node.named_children[0]): node for node in _of_type(root, _DECLARATIONS[kind])}


def properties(node: Node) -> dict[str, Node]:
    """Return the values of the first object literal in the node, by property name."""
    literal = next(_of_type(node, "object"), None)
    if literal is None:
        return {}
    pairs = (each for each in literal.named_children if each.type == "object_property")
    return {text(pair.named_children[0]): pair.named_children[-1] for pair in pairs}


def module_path(path: Path, module: Node) -> Path:
    """Return the file that a module declaration in `path` names."""
    return path.parent / text(module.named_children[1]).strip("'")


def problems(path: Path) -> list[str]:
    """Return what is wrong with a file, one `path:line: sentence` each; empty when nothing is."""
    root = parse(path)
    broken = [node for node in descendants(root) if node.type == "ERROR" or node.is_missing]
    if broken or root.has_error:
        return [_report(path, node, "syntax error") for node in broken or [root]]
    return [
        *_undeclared(path, root),
        *_unused(path, root),
        *_unknown_functions(path, root),
        *_broken_modules(path, root),
        *_broken_outputs(path, root),
    ]


def _undeclared(path: Path, root: Node) -> Iterator[str]:
    names = {name for kind in _DECLARATIONS for name in declarations(root, kind)}
    loops = (loop.named_children[0] for loop in _of_type(root, "for_statement"))
    names |= {name.strip("() ") for loop in loops for name in text(loop).split(",")}
    keys = {pair.named_children[0] for pair in _of_type(root, "object_property")}
    functions = {call.named_children[0] for call in _of_type(root, "call_expression")}
    for node in _of_type(root, "identifier"):
        if node not in keys | functions and text(node) not in names:
            yield _report(path, node, f"{text(node)} is not declared")


def _unused(path: Path, root: Node) -> Iterator[str]:
    used = [text(node) for node in _of_type(root, "identifier")]
    for kind in ("parameter", "variable"):
        for name, node in declarations(root, kind).items():
            if used.count(name) == 1:
                yield _report(path, node, f"{kind} {name} is never used")


def _unknown_functions(path: Path, root: Node) -> Iterator[str]:
    for node in _of_type(root, "call_expression"):
        name = text(node.named_children[0])
        decorates = node.parent is not None and node.parent.type == "decorator"
        if name not in (_DECORATORS if decorates else _FUNCTIONS):
            yield _report(path, node, f"{name} is no function that is known here")


def _kind(path: Path, root: Node, node: Node) -> str:
    """Return the kind of value an expression has (string, int, ...); empty when not known."""
    inside = node.named_children
    match node.type:
        case "identifier":
            parameter = declarations(root, "parameter").get(text(node))
            variable = declarations(root, "variable").get(text(node))
            if parameter is not None:
                return text(parameter.named_children[1])
            return _kind(path, root, variable.named_children[-1]) if variable is not None else ""
        case "ternary_expression":
            kinds = {_kind(path, root, branch) for branch in inside[1:]}
            return kinds.pop() if len(kinds) == 1 else ""
        case "call_expression":
            return _FUNCTIONS.get(text(inside[0]), "")
        case "member_expression":
            return _output_kind(path, root, node)
        case kind:
            return _LITERALS.get(kind, "")


def _output_kind(path: Path, root: Node, node: Node) -> str:
    modules = declarations(root, "module")
    match text(node).replace("!", "").split("."):
        case [name, "outputs", output] if name in modules:
            outputs = declarations(parse(module_path(path, modules[name])), "output")
            return text(outputs[output].named_children[1]) if output in outputs else ""
        case _:
            return ""


def _broken_modules(path: Path, root: Node) -> Iterator[str]:
    for name, module in declarations(root, "module").items():
        target = module_path(path, module)
        if not target.is_file():
            yield _report(path, module, f"module {name} names no file: {target.name}")
            continue
        values = properties(properties(module)["params"])
        given = values.keys()
        wanted = declarations(parse(target), "parameter")
        required = {key for key, node in wanted.items() if b"=" not in (node.text or b"")}
        for key in sorted(given - wanted.keys()):
            yield _report(path, module, f"module {name} takes no parameter {key}")
        for key in sorted(required - given):
            yield _report(path, module, f"module {name} misses parameter {key}")
        for key in sorted(given & wanted.keys()):
            takes, has = text(wanted[key].named_children[1]), _kind(path, root, values[key])
            if has and has != takes:
                sentence = f"module {name} takes {takes} as {key}, not {has}"
                yield _report(path, values[key], sentence)


def _broken_outputs(path: Path, root: Node) -> Iterator[str]:
    modules = declarations(root, "module")
    for node in _of_type(root, "member_expression"):
        match text(node).replace("!", "").split("."):
            case [name, "outputs", output] if name in modules:
                target = module_path(path, modules[name])
                if target.is_file() and output not in declarations(parse(target), "output"):
                    yield _report(path, node, f"module {name} has no output {output}")
            case _:
                pass


def _of_type(node: Node, kind: str) -> Iterator[Node]:
    return (each for each in descendants(node) if each.type == kind)


def _report(path: Path, node: Node, sentence: str) -> str:
    return f"{path}:{node.start_point.row + 1}: {sentence}"


def main() -> int:
    """Check every Bicep file of the deployment; print what is wrong and return the exit code."""
    files = sorted(FOLDER.rglob("*.bicep"))
    found = [problem for path in files for problem in problems(path)]
    sys.stdout.write("\n".join([*found, f"{len(files)} Bicep files, {len(found)} problems"]) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
