/** What the assistant says, as text: nothing in it can be followed to, or fetched from, elsewhere. */

import { memo, type ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

import { breakLines, type Node } from "./lines";

/** Answers quote other people's mail and pages, so an address is shown and never linked. */
function Address({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  if (href !== undefined && ownPlace(href)) return <a href={href}>{children}</a>;
  return <>{children}</>;
}

function ownPlace(href: string): boolean {
  try {
    return new URL(href, location.origin).origin === location.origin;
  } catch {
    return false;
  }
}

/** Where a line ends, it ends: answers quote mail and cards line by line, as plain text has them. */
function lineByLine() {
  return (tree: Node) => breakLines(tree);
}

const PLAIN: Components = {
  a: ({ href, children }) => <Address href={href}>{children}</Address>,
  img: ({ alt }) => <>{alt}</>,
  table: ({ children }) => (
    <div className="scroll-x">
      <table>{children}</table>
    </div>
  ),
};

const PLUGINS = [remarkGfm, lineByLine];

export const Said = memo(function Said({ text, components = PLAIN }: { text: string; components?: Components }) {
  return (
    <div className="said">
      <Markdown remarkPlugins={PLUGINS} components={components}>
        {text}
      </Markdown>
    </div>
  );
});

/** The same, with what stands out in it as buttons where `tap` knows what tapping them does. */
export function tappable(tap: (words: string) => (() => void) | undefined): Components {
  return {
    ...PLAIN,
    strong: ({ children }) => {
      const chosen = typeof children === "string" ? tap(children) : undefined;
      if (chosen === undefined) return <strong>{children}</strong>;
      return (
        <button type="button" className="reference" onClick={chosen}>
          {children}
        </button>
      );
    },
  };
}
