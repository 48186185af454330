/** What a step would do, as a form. Saving shows the step again; it does nothing by itself. */

import { useId, useState, type FormEvent } from "react";

import type { JsonObject } from "../api/http";
import { capital, inBytes } from "../ui/words";
import { changes, type Field } from "./fields";

export function EditForm({
  given,
  fields,
  busy,
  save,
  leave,
}: {
  given: JsonObject;
  fields: Field[];
  busy: boolean;
  save: (changed: JsonObject) => void;
  leave: () => void;
}) {
  const [now, setNow] = useState(fields);
  const changed = changes(given, fields, now);
  const same = Object.keys(changed).length === 0;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!same) save(changed);
  }

  return (
    <form className="form" onSubmit={submit}>
      {now.map((field, place) => (
        <Input
          key={field.name}
          field={field}
          first={place === 0}
          set={(value) =>
            setNow(now.map((one) => (one.name === field.name ? ({ ...one, value } as Field) : one)))
          }
        />
      ))}
      <div className="actions">
        <button type="button" className="button" disabled={busy} onClick={leave}>
          Back
        </button>
        <button type="submit" className="button primary" disabled={busy || same}>
          Change and show again
        </button>
      </div>
    </form>
  );
}

function Input({
  field,
  first,
  set,
}: {
  field: Field;
  first: boolean;
  set: (value: Field["value"]) => void;
}) {
  const id = useId();
  if (field.kind === "flag") {
    return (
      <label className="check" htmlFor={id}>
        <input id={id} type="checkbox" checked={field.value} onChange={(e) => set(e.target.checked)} />
        {field.label}
      </label>
    );
  }
  if (field.kind === "files") return <Kept field={field} set={set} />;
  if (field.kind === "cells") return <Cells field={field} first={first} set={set} />;
  const hint = field.kind === "people" || field.kind === "list" ? "Separate several by commas." : "";
  return (
    <div>
      <label htmlFor={id}>{field.label}</label>
      {field.kind === "long" ? (
        <textarea
          id={id}
          rows={Math.min(12, field.value.split("\n").length + 2)}
          value={field.value}
          placeholder={field.hint}
          autoFocus={first}
          onChange={(e) => set(e.target.value)}
        />
      ) : field.kind === "choice" ? (
        <select id={id} value={field.value} onChange={(e) => set(e.target.value)}>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {capital(option) || "–"}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={typeOf(field)}
          value={field.value}
          placeholder={field.hint}
          autoFocus={first}
          {...(field.kind === "number" ? { min: field.least, max: field.most } : {})}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(e) => set(e.target.value)}
        />
      )}
      {hint && (
        <p id={`${id}-hint`} className="quiet small">
          {hint}
        </p>
      )}
    </div>
  );
}

function typeOf(field: Field): string {
  if (field.kind === "moment") return field.whole ? "date" : "datetime-local";
  return field.kind === "number" ? "number" : "text";
}

/** Files, some of which may be left out. */
function Kept({
  field: { label, files, value },
  set,
}: {
  field: Extract<Field, { kind: "files" }>;
  set: (value: number[]) => void;
}) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {files.map(({ name, size }, place) => (
        <label key={place} className="check">
          <input
            type="checkbox"
            checked={value.includes(place)}
            onChange={({ target }) => {
              const others = value.filter((one) => one !== place);
              set(target.checked ? [...others, place].sort((a, b) => a - b) : others);
            }}
          />
          {name}
          {size > 0 && ` (${inBytes(size)})`}
        </label>
      ))}
    </fieldset>
  );
}

/** Cells of a table, one under another. */
function Cells({
  field: { label, columns, value },
  first,
  set,
}: {
  field: Extract<Field, { kind: "cells" }>;
  first: boolean;
  set: (value: string[]) => void;
}) {
  return (
    <fieldset className="cells">
      <legend className="unseen">{label}</legend>
      {columns.map((column, place) => (
        <label key={place}>
          {column}
          <input
            value={value[place]}
            autoFocus={first && place === 0}
            onChange={({ target }) =>
              set(value.map((one, other) => (other === place ? target.value : one)))
            }
          />
        </label>
      ))}
    </fieldset>
  );
}
