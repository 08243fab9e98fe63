import { useEffect, type ReactNode } from 'react';
import './page-title.css';

/** A screen's heading, which also names the browser's tab, with the screen's main actions beside it. */
export function PageTitle({ title, actions }: { title: string; actions?: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <header className="c-row c-page-title">
      <h1>{title}</h1>
      {actions && <div className="c-wrap c-page-title__actions">{actions}</div>}
    </header>
  );
}
