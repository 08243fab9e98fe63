import { listCommands } from '../list-screen/list-commands';
import type { Command } from './command';
import { sources } from './registry';

/**
 * Commands of the present screen now.
 *
 * @param focused what has the focus, or had it before the palette was opened: the commands of its row are among them
 */
export const commandsAt = (focused: Element | null): readonly Command[] =>
  [...sources].flatMap(({ current: source }) => {
    const registered = source();
    return 'frame' in registered ? listCommands(registered, focused) : registered;
  });
