-- The planner knows how many there are.
analyze balance_entries, balance_months;
