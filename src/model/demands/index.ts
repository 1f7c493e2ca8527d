export {
  type ClassDemands,
  type Demand,
  type DemandKind,
  type Demands,
  demandFilter,
  demandOf,
  demandsOfField,
  demandsOn,
  type FieldDemands,
} from './demand.ts';
