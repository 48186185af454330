/** What the assistant says, as text: nothing in it can be followed to, or fetched from, elsewhere. */

import { memo, type ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

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

const PLAIN: Components = {
  a: ({ href, children }) => <Address href={href}>{children}</Address>,
  img: ({ alt }) => <>{alt}</>,
  table: ({ children }) => (
    <div className="scroll-x">
      <table>{children}</table>
    </div>
  ),
};

export const Said = memo(function Said({ text }: { text: string }) {
  return (
    <div className="said">
      <Markdown remarkPlugins={[remarkGfm]} components={PLAIN}>
        {text}
      </Markdown>
    </div>
  );
});
