import { bulkAnswer } from '../../contract/bulk';
import {
  company,
  companyBulkDelete,
  companyList,
  companyListQuery,
  companyPatch,
  companySearch,
  companyWrite,
} from '../../contract/company/companies';
import { searchQuery } from '../../contract/paging';
import { groups, signedIn } from '../http/access';
import { demandConfirmation } from '../records/bulk';
import { byId, type AddRoute } from '../http/route';
import {
  createCompany,
  deleteCompanies,
  deleteCompany,
  findCompany,
  listCompanies,
  replaceCompany,
  searchCompanies,
  updateCompany,
  type Companies,
} from './companies.queries';
import { duplicateCompany } from './duplicate-company.queries';

/** Companies (specification 1 §7, DECISIONS §2). */
export function companyRoutes(add: AddRoute, companies: Companies): void {
  add('GET', '/companies', {
    access: signedIn,
    summary: "The caller's companies",
    query: companyListQuery,
    answer: companyList,
    handle: ({ caller, query }) => listCompanies(companies, caller, query),
  });
  add('GET', '/companies/search', {
    access: signedIn,
    summary: 'Companies by a part of name or slug',
    query: searchQuery,
    answer: companySearch,
    handle: ({ caller, query }) => searchCompanies(companies, caller, query),
  });
  add('GET', '/companies/:id', {
    access: signedIn,
    summary: 'One company',
    params: byId,
    answer: company,
    handle: ({ caller, params }) => findCompany(companies, caller, params.id),
  });
  add('POST', '/companies', {
    access: groups('AaasAdmin'),
    summary: 'Create a company',
    body: companyWrite,
    answer: company,
    status: 201,
    handle: ({ caller, body }) => createCompany(companies, caller, body),
  });
  add('PUT', '/companies/:id', {
    access: groups('CompanyAdmin', 'AaasAdmin'),
    summary: 'Replace every writable field of a company; an absent key stays',
    params: byId,
    body: companyWrite,
    answer: company,
    handle: ({ caller, params, body, ifMatch }) => replaceCompany(companies, caller, params.id, body, ifMatch),
  });
  add('PATCH', '/companies/:id', {
    access: groups('CompanyAdmin', 'AaasAdmin'),
    summary: 'Write the sent fields of a company',
    params: byId,
    body: companyPatch,
    answer: company,
    handle: ({ caller, params, body, ifMatch }) => updateCompany(companies, caller, params.id, body, ifMatch),
  });
  add('DELETE', '/companies/:id', {
    access: groups('AaasAdmin'),
    summary: 'Delete a company; for 30 days the operator can restore it',
    params: byId,
    handle: ({ caller, params }) => deleteCompany(companies, caller, params.id),
  });
  add('POST', '/companies/:id/duplicate', {
    access: groups('AaasAdmin'),
    summary: 'Copy a company, without its keys',
    params: byId,
    answer: company,
    status: 201,
    handle: ({ caller, params }) => duplicateCompany(companies, caller, params.id),
  });
  add('POST', '/companies/bulk/delete', {
    access: groups('AaasAdmin'),
    summary: 'Delete companies; an absent confirm means true',
    body: companyBulkDelete,
    answer: bulkAnswer,
    handle: async ({ caller, body }) => {
      demandConfirmation(body.confirm ?? true);
      return deleteCompanies(companies, caller, body.ids);
    },
  });
}
