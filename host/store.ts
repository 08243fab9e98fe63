import { combineReducers, type Reducer, type StateFromReducersMapObject } from 'redux';
import { CONSOLE_REDUCERS, createConsoleStore, type ConsoleStore } from 'shared-auth/host';

/** The console's state: the API slice and the session. */
export type ConsoleState = StateFromReducersMapObject<typeof CONSOLE_REDUCERS>;

const reducer: Reducer<ConsoleState> = combineReducers(CONSOLE_REDUCERS);

/** Makes the console's store; a page has one. */
export const createStore = (): ConsoleStore => createConsoleStore(reducer);
