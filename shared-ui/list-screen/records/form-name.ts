/** Which form of a list, and of what: of a new record of a company, of a record or its details, of what is done to one or several, the screen's own. */
export type FormName = readonly ['add' | 'edit' | 'details' | 'row' | 'rows' | 'own', ...unknown[]];
