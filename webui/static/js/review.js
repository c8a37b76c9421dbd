export function openReview() {}
