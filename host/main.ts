import './loading/site-code';
import { showStartFailure } from './loading/start-failure';

// The federation runtime has to be up before anything shared is imported.
const start = () => {
  import(/* webpackChunkName: 'bootstrap' */ './evaluate')
    .then(({ evaluate }) => evaluate())
    .catch((error: unknown) => showStartFailure(error, start));
};
start();
