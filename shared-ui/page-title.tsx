import { useEffect, type ReactNode } from 'react';
import './page-title.css';

interface PageTitleProps {
  title: string;
  /** Stands between the heading and the actions, and takes what room they leave. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** A screen's heading, which also names the browser's tab, with the screen's main actions beside it. */
export function PageTitle({ title, note, actions }: PageTitleProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <header className="c-row c-page-title">
      <h1>{title}</h1>
      {note}
      {actions && <div className="c-wrap c-page-title__actions">{actions}</div>}
    </header>
  );
}
