/** A window in front of the page: the focus stays in it, and Escape closes it. */

import { Dialog } from "radix-ui";
import type { ReactNode, RefObject } from "react";

export function Modal({
  open,
  close,
  title,
  back,
  children,
}: {
  open: boolean;
  close: () => void;
  title: string;
  /** What has the focus afterwards, where what opened it is gone by then. */
  back?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <div className="backdrop" />
        <Dialog.Content
          className="modal"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!back) return;
            event.preventDefault();
            back.current?.focus();
          }}
        >
          <Dialog.Title>{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
