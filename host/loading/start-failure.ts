/** Says on an otherwise empty page that the console itself could not be loaded; only a reload asks for it again. */
export function showStartFailure(error: unknown) {
  console.error('The console could not be started', error);
  const page = document.getElementById('console');
  const title = document.createElement('h1');
  title.textContent = 'The console could not be loaded';
  const words = document.createElement('p');
  words.textContent = 'A part of it could not be fetched. Please check your connection.';
  const button = document.createElement('button');
  button.textContent = 'Reload';
  button.addEventListener('click', () => window.location.reload());
  const panel = document.createElement('main');
  panel.style.cssText = 'font: 14px/1.6 system-ui, sans-serif; padding: 48px 24px; text-align: center';
  panel.setAttribute('role', 'alert');
  panel.append(title, words, button);
  page?.replaceChildren(panel);
}
