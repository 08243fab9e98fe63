import { CopyButton } from 'shared-ui';

/** Code with its language and a way to copy it. */
export const CodeBlock = ({ text, language }: { text: string; language?: string | undefined }) => (
  <figure className="code-block">
    <figcaption>
      <span>{language || 'text'}</span>
      <CopyButton label="Copy code" text={text} />
    </figcaption>
    <pre tabIndex={0} role="group" aria-label="Code">
      <code>{text}</code>
    </pre>
  </figure>
);
