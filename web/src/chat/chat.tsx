/** A conversation: what was said, what is going on, what waits for an answer, and where to write. */

import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link as RouterLink, useLocation, useNavigate, useParams } from "react-router";

import type { FileView, MessageView, ToolCall } from "../api/schema";
import { BUILDER, type Conversation, type Sent, type View } from "../conversation/conversation";
import { current, type Run, type Step } from "../conversation/log";
import { useConversation } from "../conversation/use-conversation";
import { Said } from "../ui/markdown";
import { Empty, Loading } from "../ui/states";
import { agentInWords, fully, when } from "../ui/words";
import { useTitle } from "../ui/title";
import { COMPOSER, Composer, type Aim, type Writing } from "./composer";
import { Draft } from "./draft";
import { Feedback } from "./feedback";
import { Files } from "./files";
import { Answer } from "./references";
import type { Tapped } from "./tapped";
import { Done, Thoughts, Working } from "./progress";
import { QuestionPanel } from "./question";
import { Welcome } from "./welcome";

const BACK = "Back to the assistant";
const SAID = "said";
const NEAR_PX = 160;
const MARGIN_PX = 12;

/** A conversation that begins here; each visit makes another, with words that a link brought. */
export function New() {
  const { key, state } = useLocation();
  return <Begin key={key} first={(state as { say?: string } | null)?.say ?? ""} />;
}

function Begin({ first }: { first: string }) {
  const [id] = useState(() => crypto.randomUUID());
  return <Open id={id} fresh first={first} />;
}

export function Chat() {
  const { thread = "" } = useParams();
  return <Open key={thread} id={thread} />;
}

/** `id` is a conversation's, or that of one which begins with the first message. */
function Open({ id, fresh = false, first = "" }: { id: string; fresh?: boolean; first?: string }) {
  const [conversation, view] = useConversation(id, fresh);
  const navigate = useNavigate();
  const composer = useRef<Writing>(null);
  const run = current(view.log);
  const waiting = view.sent.some((one) => !one.problem && begun(view, one) !== "over");
  const running = run !== undefined || waiting || view.awaited !== null;
  useTitle(view.title || "New conversation");

  function say(text: string, aim: Aim = "answer", files: FileView[] = []) {
    const question = view.question;
    const answers = question !== null && aim === "answer" ? question.id : null;
    void conversation.say(text, answers, question !== null && aim === "new", files);
    if (fresh) void navigate(`/c/${encodeURIComponent(id)}`, { replace: true });
  }

  function tap(what: Tapped) {
    if ("say" in what) say(what.say);
    else composer.current?.write(what.write);
  }

  useEffect(() => {
    if (first && conversation.view().sent.length === 0) say(first);
  });

  return (
    <div className={view.draft ? "chat drafting" : "chat"}>
      <Status conversation={conversation} view={view} back={() => say(BACK)} />
      {view.draft && <Draft draft={view.draft} />}
      <Scroll follow={`${view.said.length} ${view.log.last} ${view.sent.length} ${view.question?.id ?? ""}`}>
        <Talk conversation={conversation} view={view} run={run} running={running} say={say} tap={tap} />
      </Scroll>
      {view.phase !== "gone" && view.phase !== "failed" && (
        <Composer
          ref={composer}
          thread={conversation.id}
          fresh={fresh}
          question={view.question?.id ?? null}
          running={run !== undefined}
          stopping={view.stopping !== "no"}
          say={say}
          stop={() => void conversation.stop()}
        />
      )}
    </div>
  );
}

function Talk({
  conversation,
  view,
  run,
  running,
  say,
  tap,
}: {
  conversation: Conversation;
  view: View;
  run: Run | undefined;
  running: boolean;
  say: (text: string) => void;
  tap: (what: Tapped) => void;
}) {
  if (view.phase === "loading") {
    return view.problem ? <p className="problem" role="alert">{view.problem}</p> : <Loading what="the conversation" />;
  }
  if (view.phase === "gone" || view.phase === "failed") {
    return (
      <Empty title="This conversation cannot be shown">
        <p>{view.problem}</p>
        <p>
          <RouterLink to="/">Begin another</RouterLink>
        </p>
      </Empty>
    );
  }
  const there = new Set(view.said.map(({ id }) => id));
  const live = view.log.texts.filter(({ id }) => !there.has(id));
  const question = view.question;
  const open = question?.message_id;
  if (view.said.length + live.length + view.sent.length === 0) return <Welcome say={say} />;
  return (
    <ol className="talk" aria-label="Conversation">
      {view.said.map((message, place) =>
        message.id === open ? null : (
          <Message
            key={message.id}
            message={message}
            thread={conversation.id}
            run={view.log.runs.find(({ id }) => id === message.run_id)}
            last={endsTurn(view.said, place) && !(running && place === view.said.length - 1)}
            latest={place === view.said.length - 1 && !running && !question}
            tap={tap}
          />
        ),
      )}
      {view.sent.filter((one) => begun(view, one) !== "no").map((one) => (
        <Mine key={one.id} sent={one} conversation={conversation} />
      ))}
      {live.filter(({ id }) => id !== open).map((text) => (
        <li key={text.id} className="theirs">
          <span className="unseen">The assistant says: </span>
          <Said text={text.text} />
        </li>
      ))}
      {running && (
        <li className="theirs">
          <Working run={run} stopping={view.stopping} />
        </li>
      )}
      {view.sent.filter((one) => begun(view, one) === "no").map((one) => (
        <Mine key={one.id} sent={one} conversation={conversation} />
      ))}
      {question && !running && (
        <li className="theirs">
          <QuestionPanel
            key={question.id}
            question={question}
            left={view.agent !== BUILDER}
            answer={async (answer) => {
              await conversation.answer(question.id, answer);
              // its buttons are about to go; on a telephone writing would bring up the keyboard
              const writes = matchMedia("(pointer: fine)").matches;
              document.getElementById(writes ? COMPOSER : SAID)?.focus();
            }}
          />
        </li>
      )}
      {!running && !question && <Failed run={view.log.runs.at(-1)} />}
      {!running && !question && view.log.suggestions.length > 0 && (
        <li className="suggestions" aria-label="You could go on with">
          {view.log.suggestions.map((text) => (
            <button key={text} type="button" className="chip" onClick={() => say(text)}>
              {text}
            </button>
          ))}
        </li>
      )}
    </ol>
  );
}

function Message({
  message,
  thread,
  run,
  last,
  latest,
  tap,
}: {
  message: MessageView;
  thread: string;
  run: Run | undefined;
  last: boolean;
  latest: boolean;
  tap: (what: Tapped) => void;
}) {
  if (message.role === "user") {
    return (
      <li className="mine">
        <span className="unseen">You said: </span>
        <p title={fully(message.at)}>{message.text}</p>
        <Files files={message.files} />
      </li>
    );
  }
  return (
    <li className={message.request ? "theirs asked" : "theirs"}>
      <span className="unseen">The assistant says: </span>
      {latest && last ? (
        <Answer text={message.text} thread={thread} turn={message.turn} tap={tap} />
      ) : (
        <Said text={message.text} />
      )}
      <Files files={message.files} />
      {last && (
        <div className="about">
          {message.agent && <span>{agentInWords(message.agent)}</span>}
          <time dateTime={message.at} title={fully(message.at)}>
            {when(message.at)}
          </time>
          {run && <Thoughts text={run.thoughts} />}
          <Done steps={run && run.steps.length > 0 ? run.steps : message.tool_calls.map(made)} />
          {message.turn > 0 && (
            <RouterLink to={`/c/${encodeURIComponent(thread)}/turns/${message.turn}`}>How this came about</RouterLink>
          )}
          {latest && message.agent && (
            <Feedback thread={thread} turn={message.turn} agent={message.agent} />
          )}
        </div>
      )}
    </li>
  );
}

function made({ id, tool, status }: ToolCall): Step {
  return { id, tool, done: status === "done" };
}

function Mine({ sent, conversation }: { sent: Sent; conversation: Conversation }) {
  return (
    <li className={sent.problem ? "mine unsent" : "mine"}>
      <span className="unseen">You said: </span>
      <p>{sent.text}</p>
      <Files files={sent.files} />
      {sent.problem && (
        <div className="about" role="alert">
          <span>Not sent. {sent.problem}</span>
          <button type="button" className="link" onClick={() => void conversation.again(sent.id)}>
            Send again
          </button>
          <button type="button" className="link" onClick={() => conversation.drop(sent.id)}>
            Discard
          </button>
        </div>
      )}
    </li>
  );
}

function Failed({ run }: { run: Run | undefined }) {
  if (run?.state === "failed") {
    return (
      <li className="theirs problem" role="alert">
        {run.problem || "That went wrong."} Send your message again.
      </li>
    );
  }
  return run?.state === "stopped" ? <li className="theirs quiet">Stopped.</li> : null;
}

function Status({ view, back }: { conversation: Conversation; view: View; back: () => void }) {
  const offline = view.link === "offline" && view.phase !== "loading";
  return (
    <div className="status" aria-live="polite">
      {offline && (
        <p className="notice">
          Not connected. What is under way goes on without you; this page catches up by itself.
        </p>
      )}
      {view.agent && (
        <p className="notice">
          <span>
            <strong>{agentInWords(view.agent)}</strong> has this conversation.
          </span>
          <button type="button" className="link" onClick={back}>
            {BACK}
          </button>
        </p>
      )}
      {view.problem && view.phase === "open" && <p className="notice problem">{view.problem}</p>}
    </div>
  );
}

/**
 * Keeps the end in sight as it grows, unless the person has scrolled up to read. What waits for a
 * yes and does not fit is shown from its beginning: whom it reaches and what is risky about it.
 */
function Scroll({ follow, children }: { follow: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const near = useRef(true);
  useEffect(() => {
    const at = box.current;
    if (!near.current || !at) return;
    at.scrollTop = at.scrollHeight;
    const card = at.querySelector(".approval");
    const above = card ? at.getBoundingClientRect().top - card.getBoundingClientRect().top : 0;
    if (above > 0) at.scrollTop -= above + MARGIN_PX;
  }, [follow]);
  return (
    <div
      ref={box}
      id={SAID}
      className="scroll"
      // what scrolls is reached by keyboard, too
      tabIndex={0}
      role="log"
      aria-label="What was said"
      onScroll={({ currentTarget: at }) => {
        near.current = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_PX;
      }}
    >
      {children}
    </div>
  );
}

/** Whether the run of a message has not begun, goes on, or has ended. */
function begun(view: View, sent: Sent): "no" | "yes" | "over" {
  const run = view.log.runs.find(({ id }) => id === sent.run);
  if (run === undefined) return current(view.log) === undefined ? "yes" : "no";
  return run.state === "running" ? "yes" : "over";
}

/** Whether a message is the last one said in its turn. */
function endsTurn(said: MessageView[], place: number): boolean {
  return said.slice(place + 1).every((later) => later.turn !== said[place]?.turn);
}
