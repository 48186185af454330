/** What a question says, without the options that stand below it as buttons. Pure. */

import type { QuestionView } from "../api/schema";

const NUMBERED = /^\d+\.\s+(.*)$/;

/** The question's words; a list of just its options, which is for those who see no buttons, is left out. */
export function asked({ question, options }: Pick<QuestionView, "question" | "options">): string {
  const labels = options.map(({ label }) => label);
  const lines = question.split("\n");
  const listed = lines.map((line) => labels.indexOf(NUMBERED.exec(line)?.[1]?.replaceAll("**", "") ?? ""));
  if (labels.length === 0 || labels.some((_, place) => !listed.includes(place))) return question;
  return lines.filter((_, place) => listed[place] === -1).join("\n").trim();
}
