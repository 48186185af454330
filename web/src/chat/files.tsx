/** Files beside a message: chosen, on their way, refused, or sent. */

import { useMutation } from "@tanstack/react-query";
import type { FileView } from "../api/schema";
import { contentOf } from "../api/threads";
import { Icon } from "../ui/icon";
import { save } from "../ui/save";
import { inBytes } from "../ui/words";
import type { Attached } from "./attaching";

export function Chosen({ files, drop }: { files: Attached[]; drop: (key: string) => void }) {
  if (files.length === 0) return null;
  return (
    <ul className="files" aria-label="Files to send">
      {files.map((file) => (
        <li key={file.key} className={file.problem ? "file refused" : "file"}>
          <span>
            <strong>{file.name}</strong> <span className="quiet">{state(file)}</span>
          </span>
          <button type="button" className="drop" onClick={() => drop(file.key)}>
            <Icon name="close" />
            <span className="unseen">Remove {file.name}</span>
          </button>
          {file.problem && (
            <span className="problem" role="alert">
              {file.problem}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Files({ files }: { files: FileView[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="files" aria-label="Files">
      {files.map((file) => (
        <Kept key={file.id} file={file} />
      ))}
    </ul>
  );
}

/** A file of the conversation, which can be saved. */
function Kept({ file }: { file: FileView }) {
  const keep = useMutation({
    mutationFn: () => contentOf(file),
    onSuccess: (content) => save(content, file.name),
  });
  return (
    <li className={keep.error ? "file refused" : "file"}>
      <button type="button" className="link" disabled={keep.isPending} onClick={() => keep.mutate()}>
        <span className="unseen">Save </span>
        {file.name}
      </button>{" "}
      <span className="quiet">{inBytes(file.size)}</span>
      {keep.error && (
        <span className="problem" role="alert">
          {keep.error.message}
        </span>
      )}
    </li>
  );
}

function state(file: Attached): string {
  if (file.problem) return "not attached";
  return file.upload === null ? "is being sent \u2026" : inBytes(file.size);
}
