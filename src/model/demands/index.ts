export {
  type ClassDemands,
  type Demand,
  type DemandKind,
  type Demands,
  demandOf,
  demandsOfField,
  demandsOn,
  type FieldDemands,
} from './demand.ts';
