"""Check Bicep files without Azure: syntax, and that what names another declaration finds it.

Stands in for `bicep build` where that cannot be installed. It does not know resource types.
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


def _broken_modules(path: Path, root: Node) -> Iterator[str]:
    for name, module in declarations(root, "module").items():
        target = module_path(path, module)
        if not target.is_file():
            yield _report(path, module, f"module {name} names no file: {target.name}")
            continue
        given = properties(properties(module)["params"]).keys()
        wanted = declarations(parse(target), "parameter")
        required = {key for key, node in wanted.items() if b"=" not in (node.text or b"")}
        for key in sorted(given - wanted.keys()):
            yield _report(path, module, f"module {name} takes no parameter {key}")
        for key in sorted(required - given):
            yield _report(path, module, f"module {name} misses parameter {key}")


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
