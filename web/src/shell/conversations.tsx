/** A person's conversations, newest first: searched, renamed, deleted. */

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { DropdownMenu } from "radix-ui";
import { useDeferredValue, useRef, useState, type FormEvent } from "react";
import { NavLink, useMatch, useNavigate } from "react-router";

import { sentence } from "../api/http";
import { threads } from "../api/threads";
import type { ThreadSummary } from "../api/schema";
import { forget } from "../conversation/use-conversation";
import { listsChanged } from "../query";
import { Icon } from "../ui/icon";
import { Modal } from "../ui/modal";
import { Loading } from "../ui/states";
import { when } from "../ui/words";

const POLL_MS = 20_000;

export function Conversations() {
  const [words, setWords] = useState("");
  const q = useDeferredValue(words.trim());
  const query = useInfiniteQuery({
    queryKey: ["threads", q],
    queryFn: ({ pageParam }) => threads.list(q, pageParam),
    initialPageParam: "",
    getNextPageParam: (page) => page.next || null,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const found = query.data?.pages.flatMap((page) => page.threads) ?? [];

  return (
    <section className="conversations" aria-label="Conversations">
      <label className="search">
        <Icon name="search" />
        <span className="unseen">Search conversations</span>
        <input
          type="search"
          placeholder="Search conversations"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      {query.isPending && <Loading what="your conversations" />}
      {query.isError && (
        <p className="quiet small" role="alert">
          {sentence(query.error)}
        </p>
      )}
      {query.isSuccess && found.length === 0 && (
        <p className="quiet small">{q ? "Nothing like that was said." : "No conversations yet."}</p>
      )}
      <ul>
        {found.map((one) => (
          <Line key={one.id} thread={one} />
        ))}
      </ul>
      {query.hasNextPage && (
        <button
          type="button"
          className="link small"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Older ones
        </button>
      )}
    </section>
  );
}

function Line({ thread }: { thread: ThreadSummary }) {
  const more = useRef<HTMLButtonElement>(null);
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <li className="conversation">
      <NavLink to={`/c/${encodeURIComponent(thread.id)}`}>
        <span className="title">{thread.title}</span>
        <span className="last">
          {thread.question ? (
            <span className="asks">Waits for you</span>
          ) : thread.phase === "running" ? (
            "At work …"
          ) : (
            (thread.last?.text.replace(/[*_`#>]/g, "") ?? "")
          )}
        </span>
        <time dateTime={thread.said_at}>{when(thread.said_at)}</time>
      </NavLink>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger ref={more} className="more">
          <Icon name="more" />
          <span className="unseen">More about {thread.title}</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="popover menu" align="end" collisionPadding={8}>
            <DropdownMenu.Item onSelect={() => setRenaming(true)}>Rename</DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => setDeleting(true)}>Delete</DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <Modal open={renaming} close={() => setRenaming(false)} title="Rename the conversation" back={more}>
        <Rename thread={thread} close={() => setRenaming(false)} />
      </Modal>
      <Modal open={deleting} close={() => setDeleting(false)} title="Delete this conversation?" back={more}>
        <Delete thread={thread} close={() => setDeleting(false)} />
      </Modal>
    </li>
  );
}

function Rename({ thread, close }: { thread: ThreadSummary; close: () => void }) {
  const [title, setTitle] = useState(thread.title);
  const [problem, setProblem] = useState("");
  async function save(event: FormEvent) {
    event.preventDefault();
    try {
      await threads.rename(thread.id, title.trim());
      listsChanged();
      close();
    } catch (error) {
      setProblem(sentence(error));
    }
  }
  return (
    <form className="form" onSubmit={(event) => void save(event)}>
      <label>
        What it is called
        <input value={title} maxLength={100} onChange={(event) => setTitle(event.target.value)} />
      </label>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="actions">
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={!title.trim()}>
          Rename
        </button>
      </div>
    </form>
  );
}

function Delete({ thread, close }: { thread: ThreadSummary; close: () => void }) {
  const [problem, setProblem] = useState("");
  const shown = useMatch(`/c/${encodeURIComponent(thread.id)}`) !== null;
  const navigate = useNavigate();
  async function remove() {
    try {
      await threads.remove(thread.id);
      forget(thread.id);
      close();
      listsChanged();
      if (shown) void navigate("/");
    } catch (error) {
      setProblem(sentence(error));
    }
  }
  return (
    <>
      <p>“{thread.title}” and all that was said in it will be gone. What was done stays done.</p>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="actions">
        <button type="button" className="button" onClick={close}>
          Keep it
        </button>
        <button type="button" className="button danger" onClick={() => void remove()}>
          Delete
        </button>
      </div>
    </>
  );
}
