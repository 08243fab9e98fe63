import { user, type dialog } from 'shared-ui/testing';

type Dialog = Awaited<ReturnType<typeof dialog>>;

/** The box of a dialog that takes many lines. */
export const linesBox = (within_: Dialog) => within_.getByRole('textbox', { name: /one per line/ });

/** Pastes lines into it. */
export async function pasteLines(within_: Dialog, text: string) {
  await user.click(linesBox(within_));
  await user.paste(text);
}
