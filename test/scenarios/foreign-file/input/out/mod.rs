pub mod mine;
