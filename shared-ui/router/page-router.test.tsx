import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { pagesAt } from '../testing/page-at';
import { Link, PageRouter, useBlocker, useLocation, useNavigate } from '.';

const user = userEvent.setup();

function Where() {
  const { pathname, search, state } = useLocation();
  return <p>{`${pathname}${search} ${JSON.stringify(state)}`}</p>;
}

const at = (address: string) => screen.findByText(address, { exact: false });

function Page() {
  const navigate = useNavigate();
  return (
    <>
      <Where />
      <Link to="/other" state={{ from: '/' }}>
        Other
      </Link>
      <button onClick={() => navigate('?page=2')}>Second page</button>
      <button onClick={() => navigate('/other', { replace: true })}>Replace</button>
    </>
  );
}

test('a link, a parameter and Back lead where they say, with what the link carries', async () => {
  const { page, router } = pagesAt({ '/': <Page />, '/other': <Where /> }, '/');
  render(page);
  await user.click(screen.getByText('Second page'));
  expect(await at('/?page=2')).toBeVisible();
  await user.click(screen.getByText('Other'));
  expect(await at('/other {"from":"/"}')).toBeVisible();
  await act(() => router.navigate(-1));
  expect(await at('/?page=2 null')).toBeVisible();
  await act(() => router.navigate(1));
  expect(await at('/other {"from":"/"}')).toBeVisible();
});

test('another page is drawn at once, not when there is time for it', () => {
  const { page, router } = pagesAt({ '/': <Page />, '/other': <Where /> }, '/');
  render(page);
  act(() => {
    flushSync(() => void router.navigate('/other'));
    expect(screen.getByText('/other null')).toBeVisible();
  });
});

test('another page is told of before it is drawn, as a page with other parameters is not', async () => {
  const { router } = pagesAt({}, '/');
  const told: string[] = [];
  render(
    <PageRouter
      onPage={({ pathname, search }) => {
        told.push(`${pathname}${search}, from ${document.body.textContent}`);
        return null;
      }}
    >
      <Where />
    </PageRouter>,
  );
  await act(() => router.navigate('/?page=2'));
  await act(() => router.navigate('/other?page=3'));
  await act(() => router.navigate(-1));
  expect(told).toEqual(['/other?page=3, from /?page=2 null', '/?page=2, from /other?page=3 null']);
});

describe('a page that waits for what it draws', () => {
  /** Opens `/`; `come` has the page at `/other` have what it waits for. */
  const open = () => {
    const { router } = pagesAt({}, '/');
    let come = (): void => undefined;
    const there = new Promise<void>((resolve) => (come = resolve));
    render(
      <PageRouter onPage={({ pathname }) => (pathname === '/other' ? there : null)}>
        <Where />
      </PageRouter>,
    );
    return { router, come };
  };

  test('is drawn when it is there, under an address that it has had from the click on', async () => {
    const { router, come } = open();
    await act(() => router.navigate('/other'));
    expect(window.location.pathname).toBe('/other');
    expect(screen.getByText('/ null')).toBeVisible();
    await act(() => come());
    expect(screen.getByText('/other null')).toBeVisible();
  });

  test('is drawn without it where that takes', async () => {
    const { router } = open();
    await act(() => router.navigate('/other'));
    expect(await screen.findByText('/other null')).toBeVisible();
  });

  test('is not drawn any more where somebody has gone on', async () => {
    const { router, come } = open();
    await act(() => router.navigate('/other'));
    await act(() => router.navigate('/third'));
    await act(() => come());
    expect(screen.getByText('/third null')).toBeVisible();
  });
});

describe('the entry that the page was opened with has its place among the others', () => {
  const open = () => {
    const { page, router } = pagesAt({ '/': <Page />, '/other': <Where /> }, '/');
    window.history.replaceState(null, '');
    render(page);
    return router;
  };

  test('once the browser has nothing else to do', async () => {
    open();
    await waitFor(() => expect(window.history.state).toMatchObject({ idx: 0 }));
  });

  test('however soon it is left', async () => {
    const router = open();
    await act(() => router.navigate('/other'));
    expect(window.history.state).toMatchObject({ idx: 1 });
    await act(() => router.navigate(-1));
    expect(window.history.state).toMatchObject({ idx: 0 });
  });
});

test('a replaced address is no step of the history', async () => {
  const { page, router } = pagesAt({ '/before': <p>Before</p>, '/': <Page />, '/other': <Where /> }, '/before', '/');
  render(page);
  await user.click(screen.getByText('Replace'));
  expect(await at('/other')).toBeVisible();
  await act(() => router.navigate(-1));
  expect(await screen.findByText('Before')).toBeVisible();
});

describe('a page that must not be left', () => {
  function Kept() {
    const blocked = useBlocker(({ from, to }) => from.pathname !== to.pathname);
    return (
      <>
        <Page />
        {blocked && (
          <>
            <button onClick={blocked.proceed}>Leave</button>
            <button onClick={blocked.reset}>Stay</button>
          </>
        )}
      </>
    );
  }
  const open = () => {
    const pages = { '/before': <Where />, '/': <Kept />, '/other': <Where /> };
    const opened = pagesAt(pages, '/before', '/');
    render(opened.page);
    return opened.router;
  };

  test.each([
    ['a link', () => user.click(screen.getByText('Other')), '/other'],
    ['Back', (router: ReturnType<typeof open>) => act(() => router.navigate(-1)), '/before'],
  ])('asks before %s is followed, and follows it when it may', async (_, leave, there) => {
    const router = open();
    await leave(router);
    await user.click(await screen.findByText('Stay'));
    expect(screen.queryByText('Stay')).toBeNull();
    expect(router.state.location.pathname).toBe('/');
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    await leave(router);
    await user.click(await screen.findByText('Leave'));
    expect(await at(there)).toBeVisible();
    expect(window.location.pathname).toBe(there);
  });

  test('goes nowhere, however often Back is pressed while it asks', async () => {
    const router = open();
    await act(() => router.navigate(-1));
    await screen.findByText('Leave');
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    await user.click(screen.getByText('Stay'));
    expect(router.state.location.pathname).toBe('/');
  });

  test('asks at Back also where a link to a part of the page was followed before', async () => {
    const router = open();
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    // As the link past the menu does.
    window.location.hash = '#content';
    await act(() => arrived);
    await act(() => router.navigate(-2));
    await user.click(await screen.findByText('Stay'));
    await waitFor(() => expect(window.location.pathname + window.location.hash).toBe('/#content'));
    await act(() => router.navigate(-2));
    await user.click(await screen.findByText('Leave'));
    expect(await at('/before')).toBeVisible();
  });

  test('lets its own parameters change', async () => {
    open();
    await user.click(screen.getByText('Second page'));
    expect(await at('/?page=2')).toBeVisible();
  });
});
