/**
 * How long a click may wait for what it asks for, so that both are drawn as one picture, in milliseconds: below that nobody
 * sees a click wait, or clicks once more.
 */
export const TOGETHER_MS = 50;

/**
 * Draws once what was asked for is there, and after TOGETHER_MS in any case. Returns the way to call it off.
 *
 * @param asked ends when it is there or could not be had; never rejects
 */
export function drawTogether(asked: Promise<void>, draw: () => void): () => void {
  let isOver = false;
  const callOff = () => {
    isOver = true;
    clearTimeout(timer);
  };
  const end = () => {
    if (isOver) return;
    callOff();
    draw();
  };
  const timer = setTimeout(end, TOGETHER_MS);
  void asked.then(end);
  return callOff;
}
