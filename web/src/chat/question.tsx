/** Whatever waits for a person, to be answered where it is shown. */

import type { Answer } from "../api/threads";
import type { QuestionView } from "../api/schema";
import { Approval } from "./approval";
import { Choices } from "./choices";

export function QuestionPanel(props: {
  question: QuestionView;
  /** Who asked for it, where that is somebody else. */
  askedBy?: string | undefined;
  left?: boolean;
  answer: (answer: Answer) => Promise<void>;
}) {
  return props.question.kind === "approval" ? <Approval {...props} /> : <Choices {...props} />;
}
