import { useState, type FocusEvent, type MouseEvent } from 'react';
import { TagPicker, type TagPickerProps } from '../tag-picker/tag-picker';
import './roomy-tag-picker.css';

/** A tag picker for dialogs, whose buttons stand below it: what it suggests has room of its own, and covers nothing. */
export function RoomyTagPicker(props: TagPickerProps) {
  const [isKept, setKept] = useState(false);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget) || !currentTarget.querySelector('.option-list')) return;
    // An element being pressed, such as the button that sends, does not move away from under the pointer.
    if (!document.documentElement.matches(':active')) return;
    setKept(true);
    window.addEventListener('click', () => setKept(false), { once: true, capture: true });
  };
  /** Out from under a dialog's footer, once the suggestions are rendered; jsdom has nothing to scroll. */
  const onClick = ({ currentTarget }: MouseEvent) =>
    requestAnimationFrame(() => currentTarget.scrollIntoView?.({ block: 'nearest' }));
  return (
    <div className="roomy-tag-picker" data-kept={isKept} onBlur={onBlur} onClick={onClick}>
      <TagPicker {...props} />
    </div>
  );
}
