// The floor: React alone, with sign-in, two lists, pages, sort and a choice of rows in a bare table. No console can be
// expected to be faster than this.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const COLUMNS = {
  users: ['id', 'login', 'name', 'email', 'role', 'status', 'created_at'],
  orders: ['id', 'reference', 'name', 'total', 'currency', 'status', 'created_at'],
};
type Kind = keyof typeof COLUMNS;
type Row = Record<string, string | number>;

function List({ kind }: { kind: Kind }) {
  const [asked, setAsked] = useState({ page: 1, size: 25, sort: '', descending: false });
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => {
    let isLeft = false;
    const { page, size, sort, descending } = asked;
    void fetch(`/api/${kind}?page=${page}&size=${size}&sort=${descending ? '-' : ''}${sort}`)
      .then((response) => response.json())
      .then((found: Row[]) => !isLeft && setRows(found));
    return () => {
      isLeft = true;
    };
  }, [kind, asked]);
  const sortBy = (sort: string) =>
    setAsked((now) => ({ ...now, page: 1, sort, descending: now.sort === sort && !now.descending }));
  const turn = (page: number) => setAsked({ ...asked, page });
  const resize = (size: number) => setAsked({ ...asked, page: 1, size });
  return (
    <main>
      <h2>{kind}</h2>
      <table>
        <thead>
          <tr>
            {COLUMNS[kind].map((column) => (
              <th key={column} data-column={column} onClick={() => sortBy(column)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr className="row" key={row.id}>
              {COLUMNS[kind].map((column) => (
                <td key={column}>{String(row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button disabled={asked.page < 2} onClick={() => turn(asked.page - 1)}>
        Previous
      </button>
      {asked.page}
      <button id="next" onClick={() => turn(asked.page + 1)}>
        Next
      </button>
      {[25, 100].map((size) => (
        <button key={size} id={`rows-${size}`} onClick={() => resize(size)}>
          {size}
        </button>
      ))}
    </main>
  );
}

function Login({ onDone }: { onDone: () => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void fetch('/api/login', { method: 'POST' }).then(onDone);
      }}
    >
      <input id="username" />
      <input id="password" type="password" />
      <button type="submit">Sign in</button>
    </form>
  );
}

function Floor() {
  const [shown, setShown] = useState<Kind | 'login'>(() => {
    if (!localStorage.getItem('signed-in')) return 'login';
    return location.pathname === '/orders' ? 'orders' : 'users';
  });
  const open = (kind: Kind) => {
    history.pushState(null, '', `/${kind}`);
    setShown(kind);
  };
  if (shown === 'login')
    return (
      <Login
        onDone={() => {
          localStorage.setItem('signed-in', 'yes');
          open('users');
        }}
      />
    );
  return (
    <div>
      <nav>
        {(['users', 'orders'] as const).map((kind) => (
          <a
            key={kind}
            id={`to-${kind}`}
            href={`/${kind}`}
            onClick={(event) => {
              event.preventDefault();
              open(kind);
            }}
          >
            {kind}
          </a>
        ))}
      </nav>
      <List key={shown} kind={shown} />
    </div>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Floor />);
