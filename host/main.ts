import './loading/site-code';
import { showStartFailure } from './loading/start-failure';

// The federation runtime has to be up before anything shared is imported.
import(/* webpackChunkName: 'bootstrap' */ './bootstrap').catch(showStartFailure);
