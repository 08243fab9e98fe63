/** The mark of a tool; a stroke in the colour of the text, as the console's other icons. */
export const WrenchIcon = () => (
  <svg className="c-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M20.5 7.5a5 5 0 0 1-6.8 5.9L7 20.1a2.2 2.2 0 0 1-3.1-3.1l6.7-6.7a5 5 0 0 1 5.9-6.8l-2.9 2.9.5 3.1 3.1.5z" />
  </svg>
);
