const buttonOf = (label: string, onClick: () => void) => {
  const button = document.createElement('button');
  button.textContent = label;
  button.addEventListener('click', onClick);
  return button;
};

/**
 * Says on an otherwise empty page that the console itself could not be loaded.
 *
 * @param retry fetches its parts again, past a cache that holds half of one; a reload finds a new release
 */
export function showStartFailure(error: unknown, retry: () => void) {
  console.error('The console could not be started', error);
  const page = document.getElementById('console');
  const title = document.createElement('h1');
  title.textContent = 'The console could not be loaded';
  const words = document.createElement('p');
  words.textContent = 'A part of it could not be fetched. Please check your connection.';
  const panel = document.createElement('main');
  // Its looks are in the page itself (index.html): no style sheet may have come.
  panel.className = 'not-loaded';
  panel.setAttribute('role', 'alert');
  panel.append(
    title,
    words,
    buttonOf('Retry', retry),
    ' ',
    buttonOf('Reload', () => window.location.reload()),
  );
  page?.replaceChildren(panel);
}
