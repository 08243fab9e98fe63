import { useEffect, useRef, useState } from 'react';

/** Whether a person is writing, and the two listeners for what is written in. */
export interface Typing {
  isTyping: boolean;
  onFocus(): void;
  onBlur(): void;
}

/**
 * Whether the focus is where one writes. What is pressed elsewhere takes the focus away at once; it counts as gone only
 * behind the click, for what changes its size with it would move what is pressed.
 */
export function useTyping(): Typing {
  const [isTyping, setTyping] = useState(false);
  const hasFocus = useRef(false);
  const isPressed = useRef(false);

  // The click follows a release in the same breath.
  const settle = () => void setTimeout(() => setTyping(hasFocus.current));

  useEffect(() => {
    const press = () => (isPressed.current = true);
    const release = () => {
      isPressed.current = false;
      settle();
    };
    document.addEventListener('pointerdown', press, true);
    for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      for (const end of ['pointerup', 'pointercancel']) document.removeEventListener(end, release, true);
    };
  }, []);

  return {
    isTyping,
    onFocus() {
      hasFocus.current = true;
      setTyping(true);
    },
    onBlur() {
      hasFocus.current = false;
      if (!isPressed.current) settle();
    },
  };
}
