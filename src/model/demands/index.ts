export {
  type ClassDemands,
  type Demand,
  type DemandKind,
  type Demands,
  demandOf,
  demandsOn,
  type FieldDemands,
  type ObjectKind,
} from './demand.ts';
