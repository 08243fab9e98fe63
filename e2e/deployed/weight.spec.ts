import { weighLoginAndFirstList } from '../support/budgets';
import { test } from '../support/test';

test('what is deployed takes no more JavaScript and requests than what is measured', async ({ page }) =>
  weighLoginAndFirstList(page));
