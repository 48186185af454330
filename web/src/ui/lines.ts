/** Lines of a text in Markdown, kept as lines: the standard would join them. */

/** What is needed of a node of the syntax tree. */
export interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

/** Put a break where a line of words ends. Code, which has its own lines, stays as it is. */
export function breakLines(node: Node): void {
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== "text" || child.value === undefined) {
      breakLines(child);
      return [child];
    }
    const lines = child.value.split("\n");
    return lines.flatMap((value, place): Node[] => [
      ...(place > 0 ? [{ type: "break" }] : []),
      ...(value ? [{ type: "text", value }] : []),
    ]);
  });
}
