/** A window in front of the page: the focus stays in it, and Escape closes it. */

import { Dialog } from "radix-ui";
import type { ReactNode } from "react";

export function Modal({
  open,
  close,
  title,
  children,
}: {
  open: boolean;
  close: () => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <div className="backdrop" />
        <Dialog.Content className="modal" aria-describedby={undefined}>
          <Dialog.Title>{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
