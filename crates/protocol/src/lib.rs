//! The words of UCI and XBoard as types, and the sessions that speak them.
