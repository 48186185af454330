/** What was changed for the person: by which agent, on whose word, and taking it back. */

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { lists } from "../api/lists";
import { Refused, sentence } from "../api/http";
import type { Card, EffectView } from "../api/schema";
import { CardView } from "../chat/card";
import { listsChanged } from "../query";
import { Icon } from "../ui/icon";
import { Modal } from "../ui/modal";
import { Empty, Loading, Problem } from "../ui/states";
import { agentInWords, dayOf, fully } from "../ui/words";
import { agreed } from "./agreed";
import { Page } from "./page";

const STATES: Record<EffectView["state"], string> = {
  underway: "Under way",
  done: "Done",
  failed: "Failed",
  unknown: "Outcome unknown",
  undone: "Taken back",
};

export default function Activity() {
  const query = useInfiniteQuery({
    queryKey: ["effects"],
    queryFn: ({ pageParam }) => lists.effects(pageParam),
    initialPageParam: "",
    getNextPageParam: (page) => page.next || null,
  });
  const effects = query.data?.pages.flatMap((page) => page.effects) ?? [];
  const days = Map.groupBy(effects, ({ at }) => dayOf(at));
  return (
    <Page title="Activity" about="What was changed for you, newest first.">
      {query.isPending && <Loading what="what was done" />}
      {query.isError && <Problem error={query.error} again={() => void query.refetch()} />}
      {query.isSuccess && effects.length === 0 && (
        <Empty title="Nothing was changed yet">
          <p>What agents do for you will stand here, with a way to take it back where there is one.</p>
        </Empty>
      )}
      {[...days].map(([day, those]) => (
        <section key={day}>
          <h2>{day}</h2>
          <ul className="rows">
            {those.map((effect) => (
              <Done key={effect.id} effect={effect} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <button type="button" className="button" onClick={() => void query.fetchNextPage()}>
          Earlier
        </button>
      )}
    </Page>
  );
}

function Done({ effect }: { effect: EffectView }) {
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<{ card: Card; agree: string } | null>(null);
  const [told, setTold] = useState("");
  const how = effect.approved_by ? agreed(effect.approved_by) : "";

  async function undo(agree = "") {
    setBusy(true);
    setTold("");
    try {
      setTold((await lists.undo(effect.id, agree)).text);
      setShown(null);
      listsChanged();
    } catch (error) {
      if (error instanceof Refused && error.code === "confirmation_needed" && error.card) {
        setShown({ card: error.card, agree: error.agree });
      } else {
        setShown(null);
        setTold(sentence(error));
        listsChanged();
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className={`row ${effect.state}`}>
      <div>
        <p>{effect.told}</p>
        <p className="quiet small">
          <time dateTime={effect.at} title={fully(effect.at)}>
            {new Date(effect.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}
          </time>
          {effect.agent && ` · ${agentInWords(effect.agent)}`}
          {how && ` · ${how}`}
          {effect.thread_id && (
            <>
              {" · "}
              <Link to={`/c/${encodeURIComponent(effect.thread_id)}`}>conversation</Link>
            </>
          )}
        </p>
        {effect.message && <p className="small">{effect.message}</p>}
        {!effect.undo.possible && effect.state === "done" && (
          <p className="quiet small">{effect.undo.why}</p>
        )}
        {told && (
          <p className="small" role="status">
            {told}
          </p>
        )}
      </div>
      <div className="end">
        <span className={`badge ${effect.state}`}>{STATES[effect.state]}</span>
        {effect.undo.possible && (
          <button type="button" className="button" disabled={busy} onClick={() => void undo()}>
            <Icon name="undo" /> Take back
            <span className="unseen">: {effect.told}</span>
          </button>
        )}
      </div>
      <Modal open={shown !== null} close={() => setShown(null)} title={shown?.card.title ?? ""}>
        {shown && (
          <>
            <CardView card={shown.card} />
            <div className="actions">
              <button type="button" className="button" onClick={() => setShown(null)}>
                Leave it as it is
              </button>
              <button
                type="button"
                className="button danger"
                disabled={busy}
                onClick={() => void undo(shown.agree)}
              >
                Take it back
              </button>
            </div>
          </>
        )}
      </Modal>
    </li>
  );
}
