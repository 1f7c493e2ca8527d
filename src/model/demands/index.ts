export {
  type ClassDemands,
  type Demand,
  type DemandKind,
  type Demands,
  demandOf,
  demandsAmong,
  demandsOfField,
  demandsOn,
  type FieldDemands,
} from './demand.ts';
