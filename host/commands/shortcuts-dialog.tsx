import { useState } from 'react';
import { useCurrentUser } from 'shared-auth';
import { Button, shape } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import './shortcuts-dialog.css';
import { singleKeysChoice } from './single-keys';

interface Shortcut {
  /** Each of them does it, or several pressed together, joined by a plus. */
  readonly keys: readonly string[];
  readonly does: string;
}

const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['Ctrl + K', '⌘ + K'], does: 'Search, go anywhere, or do what this screen can' },
  { keys: ['↑', '↓'], does: 'In a table: the row above or below' },
  { keys: ['←', '→'], does: 'In a row: its box, links and buttons' },
  { keys: ['Home', 'End'], does: 'The row itself, or its menu' },
  { keys: ['Enter'], does: 'Open the details of the row' },
  { keys: ['Shift + click'], does: 'On the box of a row: select all rows since the last one' },
];

const SINGLE: readonly Shortcut[] = [
  { keys: ['/'], does: 'To the first filter' },
  { keys: ['N'], does: 'Add a record' },
  { keys: ['J', 'K'], does: 'Next row, previous row' },
  { keys: ['X'], does: 'Select the row' },
  { keys: ['Shift + X'], does: 'Select all rows since the last one' },
  { keys: ['E'], does: 'Edit the row' },
  { keys: ['?'], does: 'Show these keys' },
];

/** All keys of the console, and the switch of those that are a single letter or sign. */
export default function ShortcutsDialog({ onClosed }: { onClosed: () => void }) {
  const user = useCurrentUser();
  const choice = singleKeysChoice(user.id);
  const [isOpen, setOpen] = useState(true);
  const [isOn, setOn] = useState(() => choice.read() !== 'off');
  const close = () => setOpen(false);
  return (
    <Dialog
      title="Keyboard shortcuts"
      open={isOpen}
      onCloseRequest={close}
      onClosed={onClosed}
      footer={
        <Button tone="primary" onClick={close}>
          Close
        </Button>
      }
    >
      <Keys title="Everywhere" shortcuts={EVERYWHERE} />
      <Keys title="Single keys" shortcuts={SINGLE} off={!isOn} />
      <label className={`${shape.line} shortcuts__switch`}>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          onChange={({ target }) => {
            choice.write(target.checked ? null : 'off');
            setOn(target.checked);
          }}
        />
        Use single keys
      </label>
      <p className={shape.quiet}>
        They do nothing while you type or while a dialog is open. Without them you find all of this in the palette and
        under Keyboard shortcuts in your menu. This is remembered in this browser.
      </p>
    </Dialog>
  );
}

const Keys = ({ title, shortcuts, off = false }: { title: string; shortcuts: readonly Shortcut[]; off?: boolean }) => (
  <section className="shortcuts" data-off={off}>
    <h3>{title}</h3>
    <dl>
      {shortcuts.map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
);
