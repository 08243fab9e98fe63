// A thousand people and a thousand orders, the same at each start.
const FIRST = 'Ada Bert Cleo Dora Emil Fay Gus Hana Ivan Jill Kurt Lena Milo Nora Otto Pia Quin Rosa Sven Tara'.split(
  ' ',
);
const LAST =
  'Abel Brandt Costa Dunn Eriksen Frost Garcia Huber Ito Jansen Keller Lopez Meyer Novak Olsen Perez Quist Rossi Schulz Tanaka'.split(
    ' ',
  );
const COUNT = 1000;

let state = 42;
/** The next of a fixed sequence of numbers from 0 up to 1. */
const next = () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
const one = (of) => of[Math.floor(next() * of.length)];
const personName = () => `${one(FIRST)} ${one(LAST)}`;
const createdAt = (id) => new Date(Date.UTC(2026, 0, 1, id)).toISOString();
const numbered = (word, id) => `${word}-${String(id).padStart(4, '0')}`;
const rows = (make) => Array.from({ length: COUNT }, (_, at) => make(at + 1));

export const users = rows((id) => {
  const name = personName();
  return {
    id,
    login: numbered('user', id),
    name,
    email: `${name.replace(' ', '.').toLowerCase()}.${id}@example.test`,
    role: one(['admin', 'operator', 'auditor', 'support']),
    status: one(['active', 'blocked', 'pending']),
    created_at: createdAt(id),
  };
});

export const orders = rows((id) => ({
  id,
  reference: numbered('order', id),
  name: personName(),
  total: Math.round(next() * 1e6) / 100,
  currency: one(['EUR', 'USD', 'CZK']),
  status: one(['paid', 'open', 'void']),
  created_at: createdAt(id),
}));
