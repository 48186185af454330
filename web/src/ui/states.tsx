/** What stands in the place of something that is not there: yet, at all, or because of a failure. */

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { sentence } from "../api/http";

export function Loading({ what }: { what: string }) {
  return (
    <p className="quiet" role="status">
      Loading {what} …
    </p>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Problem({
  error,
  again,
  names,
}: {
  error: unknown;
  again?: (() => void) | undefined;
  /** What the fields of a form are called on the page. */
  names?: Record<string, string>;
}) {
  return (
    <div className="problem" role="alert">
      <p>{sentence(error, names)}</p>
      {again && (
        <button type="button" className="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Shows what a query found, or why there is nothing to show. */
export function Found<T>({
  query,
  what,
  children,
}: {
  query: UseQueryResult<T>;
  what: string;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <Problem error={query.error} again={() => void query.refetch()} />;
  return <Loading what={what} />;
}
