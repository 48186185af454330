metadata description = 'What a month may cost, and who is told when it does.'

@description('The most that a month should cost, in the currency of the subscription.')
@minValue(1)
param amount int

@description('Addresses that are written to, beside the owners of the subscription.')
param emails array

@description('First month that counts. Only what is created needs it.')
param start string = '${utcNow('yyyy')}-${utcNow('MM')}-01'

// Azure refuses to move the start of a budget, and to begin one in a month that is over. So a deployment leaves the
// budget alone that is there; another amount is another budget.
@onlyIfNotExists()
resource budget 'Microsoft.Consumption/budgets@2023-11-01' = {
  name: 'monthly-${amount}'
  properties: {
    category: 'Cost'
    amount: amount
    timeGrain: 'Monthly'
    timePeriod: { startDate: start }
    notifications: {
      nearlySpent: {
        enabled: true
        operator: 'GreaterThanOrEqualTo'
        threshold: 80
        thresholdType: 'Actual'
        contactEmails: emails
        contactRoles: ['Owner']
      }
      willNotDo: {
        enabled: true
        operator: 'GreaterThanOrEqualTo'
        threshold: 100
        thresholdType: 'Forecasted'
        contactEmails: emails
        contactRoles: ['Owner']
      }
    }
  }
}
