import { LazyPart } from 'shared-ui';
import { loadAddedScreens } from 'shared-ui/list-screen';
import { adList } from '../facebook-ads/facebook-ads.list';
import { SpendView } from './spend-view';
import './spend.css';

/** Spend (DECISIONS §13, §16): what all ads that the list's filters match spent, by day or by what they are. */
export default function SpendScreen() {
  return (
    <LazyPart load={loadAddedScreens} failure="Failed to load the filters" page>
      {({ FilteredScreen }) => (
        <FilteredScreen title="Spend" list={adList}>
          {(filtered) => <SpendView {...filtered} />}
        </FilteredScreen>
      )}
    </LazyPart>
  );
}
