/** Who agreed to a change, and how. */

import type { Agreement } from "../api/schema";

export function agreed({ how, name }: Agreement): string {
  const who = name || "you";
  switch (how) {
    case "button":
      return `${who} agreed by button`;
    case "words":
      return `${who} agreed in words`;
    case "standing leave":
      return `by ${name ? `the standing leave of ${name}` : "your standing leave"}`;
    case "not needed":
      return "a small private step";
    default:
      return "";
  }
}
