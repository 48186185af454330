/** What is kept of the person: a copy of it, and the end of it. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { ownData } from "../api/own-data";
import type { ErasureView } from "../api/schema";
import { Modal } from "../ui/modal";
import { save } from "../ui/save";
import { Problem } from "../ui/states";
import { plural } from "../ui/words";

const CONFIRMED = "everything";
const LOOKS_EVERY_MS = 2000;

export function OwnData() {
  const [asking, setAsking] = useState(false);
  const [begun, setBegun] = useState<ErasureView | null>(null);
  const copy = useMutation({
    mutationFn: ownData.copy,
    onSuccess: (lines) => save(lines, "my-data.jsonl"),
  });
  return (
    <section>
      <h2>Your data</h2>
      <p>
        Conversations, changes, choices, schedules and all else that is kept of you. A copy is a file
        with an object a line.
      </p>
      {begun ? (
        <Receipt begun={begun} />
      ) : (
        <div className="actions start">
          <button type="button" className="button" disabled={copy.isPending} onClick={() => copy.mutate()}>
            Download a copy
          </button>
          <button type="button" className="button danger" onClick={() => setAsking(true)}>
            Erase everything
          </button>
        </div>
      )}
      {copy.isError && <Problem error={copy.error} />}
      <Modal open={asking} close={() => setAsking(false)} title="Erase everything that is kept of you?">
        <Confirm
          close={() => setAsking(false)}
          done={(erasure) => {
            setAsking(false);
            setBegun(erasure);
          }}
        />
      </Modal>
    </section>
  );
}

function Confirm({ close, done }: { close: () => void; done: (begun: ErasureView) => void }) {
  const [said, setSaid] = useState("");
  const erase = useMutation({ mutationFn: ownData.erase, onSuccess: done });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (said === CONFIRMED) erase.mutate();
  }

  return (
    <form className="form" onSubmit={submit}>
      <p>
        Your conversations, schedules, accounts and choices are gone for good, and what runs for you
        stops. What others have of yours, such as mails that were sent, stays with them.
      </p>
      <label>
        Type “{CONFIRMED}” to confirm
        <input value={said} autoComplete="off" onChange={({ target }) => setSaid(target.value)} />
      </label>
      {erase.isError && <Problem error={erase.error} />}
      <div className="actions">
        <button type="button" className="button" onClick={close}>
          Keep it
        </button>
        <button type="submit" className="button danger" disabled={said !== CONFIRMED || erase.isPending}>
          Erase for good
        </button>
      </div>
    </form>
  );
}

function Receipt({ begun }: { begun: ErasureView }) {
  const query = useQuery({
    queryKey: ["erasure", begun.id],
    queryFn: () => ownData.erasure(begun.id),
    initialData: begun,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? LOOKS_EVERY_MS : false),
  });
  const { state, erased, kept } = query.data;
  return (
    <>
      <p role="status">
        {state !== "running"
          ? `Erased: ${plural(counted(erased), "row")}. The receipt is ${begun.id}.`
          : "It is being erased. This page can be closed."}
      </p>
      {Object.entries(kept).map(([what, why]) => (
        <p key={what} className="quiet small">
          Kept, {what}: {why}
        </p>
      ))}
      {query.isError && <Problem error={query.error} />}
    </>
  );
}

/** How many rows went, of all tables. */
function counted(erased: Record<string, number>): number {
  return Object.values(erased).reduce((sum, rows) => sum + rows, 0);
}
