// The federation runtime has to be up before anything shared is imported.
void import(/* webpackChunkName: 'bootstrap' */ './bootstrap');
