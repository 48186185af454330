/** Where a person writes. Enter sends, Shift+Enter begins a new line. */

import { ToggleGroup } from "radix-ui";
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
} from "react";

import type { FileView } from "../api/schema";
import { Icon } from "../ui/icon";
import { TAKEN, useAttaching } from "./attaching";
import { Chosen } from "./files";

export const COMPOSER = "composer";

const MOST = 32_000;
const TALLEST_PX = 220;

export type Aim = "answer" | "new";

const HELD = {
  "": "",
  files: "This is sent as soon as the files are there. Go on writing to hold it back.",
  words: "Say what to do with the files.",
} as const;

/** What others may do with the field. */
export interface Writing {
  /** Put words after what stands there, for the person to go on from. */
  write(words: string): void;
}

/** What was written and not sent, by conversation: it is still there when the person comes back. */
const unsent = new Map<string, string>();

export function Composer({
  thread,
  fresh,
  question,
  running,
  stopping,
  say,
  stop,
  ref,
}: {
  /** The conversation that files are brought into. */
  thread: string;
  /** Whether it begins here, so that it has another name each time. */
  fresh: boolean;
  /** The question that is open, which what is written may answer. */
  question: string | null;
  running: boolean;
  stopping: boolean;
  say: (text: string, aim: Aim, files: FileView[]) => void;
  stop: () => void;
  ref?: Ref<Writing>;
}) {
  const asking = question !== null;
  const field = useRef<HTMLTextAreaElement>(null);
  const place = fresh ? "" : thread;
  const [text, setText] = useState(() => unsent.get(place) ?? "");
  const [aim, setAim] = useState<Aim>("answer");
  const picker = useRef<HTMLInputElement>(null);
  const attached = useAttaching(thread);
  /** Why what is to be sent was not sent yet: its files are on their way, or nothing is said of them. */
  const [held, setHeld] = useState<"" | "files" | "words">("");
  const heldFor = useRef(question);

  useEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight, TALLEST_PX)}px`;
  }, [text]);

  useEffect(() => {
    if (text) unsent.set(place, text);
    else unsent.delete(place);
  }, [place, text]);

  useEffect(() => {
    if (!asking) setAim("answer");
  }, [asking]);

  // What waits for its files goes as they are there. With one that was refused the person decides,
  // and where something else is asked by now: that is not what they were answering.
  const refused = attached.files.some(({ problem }) => problem !== "");
  useEffect(() => {
    if (held !== "files") return;
    if (heldFor.current !== question) setHeld("");
    else if (!attached.waiting && refused) setHeld("");
    else if (!attached.waiting) send();
  });

  useImperativeHandle(ref, () => ({
    write(words) {
      setHeld("");
      setText((before) => `${before.trimEnd()} ${words} `.trimStart());
      field.current?.focus();
    },
  }));

  function send(event?: FormEvent) {
    event?.preventDefault();
    const said = text.trim();
    if (!said) return setHeld(attached.files.length > 0 ? "words" : "");
    if (attached.waiting) {
      heldFor.current = question;
      return setHeld("files");
    }
    setHeld("");
    setText("");
    unsent.delete(place); // now, as the first message leads elsewhere
    attached.clear();
    say(said, aim, attached.there);
  }

  function pressed(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  const label = asking && aim === "answer" ? "Your answer" : "Your message";
  return (
    <form className="composer" onSubmit={send}>
      {asking && (
        <ToggleGroup.Root
          type="single"
          className="aims"
          value={aim}
          aria-label="What you write"
          onValueChange={(next) => next && setAim(next as Aim)}
        >
          <ToggleGroup.Item value="answer">answers the question</ToggleGroup.Item>
          <ToggleGroup.Item value="new">is a new request</ToggleGroup.Item>
        </ToggleGroup.Root>
      )}
      <Chosen
        files={attached.files}
        drop={(key) => {
          setHeld("");
          attached.drop(key);
        }}
      />
      <p className="held quiet small" role="status">
        {HELD[held]}
      </p>
      <div
        className="line"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          attached.add(event.dataTransfer.files);
        }}
      >
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={TAKEN}
          aria-label="Files"
          onChange={({ currentTarget: input }) => {
            attached.add(input.files ?? []);
            input.value = ""; // so that the same one can be chosen again
          }}
        />
        <button type="button" className="round" onClick={() => picker.current?.click()}>
          <Icon name="clip" />
          <span className="unseen">Attach files</span>
        </button>
        <label htmlFor={COMPOSER} className="unseen">
          {label}
        </label>
        <textarea
          id={COMPOSER}
          ref={field}
          rows={1}
          value={text}
          maxLength={MOST}
          placeholder={asking && aim === "answer" ? "Answer in your own words …" : "Ask for what you need …"}
          onChange={(event) => {
            setHeld("");
            setText(event.target.value);
          }}
          onKeyDown={pressed}
          autoFocus={matchMedia("(pointer: fine)").matches}
        />
        {running && (
          <button type="button" className="round" onClick={stop} disabled={stopping}>
            <Icon name="stop" />
            <span className="unseen">Stop</span>
          </button>
        )}
        <button type="submit" className="round primary" disabled={!text.trim()}>
          <Icon name="send" />
          <span className="unseen">Send</span>
        </button>
      </div>
    </form>
  );
}
